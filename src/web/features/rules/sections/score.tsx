export const Score = () => (
  <>
    <ul>
      <li>
        A player counts for his team with the points of his whole season, also those from before he came: that is what
        his price pays for.
      </li>
      <li>Points from games that began while he was scratched do not count, then or later.</li>
      <li>A drafted player and a keeper cost nothing.</li>
      <li>
        When a team sells a player, the points that he counted for turn into cash, and what he does afterwards no longer
        matters to the team.
      </li>
      <li>
        Cash is score: what a trade leaves over stays as cash and counts toward the team's total, one for one. It is
        kept to two decimals.
      </li>
    </ul>
  </>
)
