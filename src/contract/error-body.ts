import { Type } from 'typebox'

/** The body of every refusal. Other servers may use `messageCode` and `messageText` (spec, section 8). */
export const ErrorBody = Type.Object({
  code: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
  messageCode: Type.Optional(Type.String()),
  messageText: Type.Optional(Type.String()),
})
