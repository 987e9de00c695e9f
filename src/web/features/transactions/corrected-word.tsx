import type { CorrectionMark } from '#contract/trading'
import { correctedHow } from './columns.ts'

interface CorrectedWordProps {
  readonly word: string
  readonly correction: CorrectionMark | null | undefined
}

/** The word for what was done; that an admin undid or made it stands small below it, where a phone has room for it. */
export const CorrectedWord = ({ word, correction }: CorrectedWordProps) => (
  <span>
    {word}
    {correction && (
      <>
        , <small className="corrected-how">{correctedHow(correction)}</small>
      </>
    )}
  </span>
)
