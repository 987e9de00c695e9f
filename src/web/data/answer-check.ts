import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'

// Loaded while the answer is on its way: the checker is not needed for the first frame.
export const fitsSchema = <S extends TSchema>(schema: S, value: unknown): value is Static<S> => Check(schema, value)
