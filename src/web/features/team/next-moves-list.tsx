interface NextMovesListProps {
  readonly moves: readonly string[]
}

/** One line per sentence. */
export const NextMovesList = ({ moves }: NextMovesListProps) => (
  <ul className="next-moves">
    {moves.map((move) => (
      <li key={move}>{move}</li>
    ))}
  </ul>
)
