import { useState } from 'react'

/** Flashes once when the total on screen rises; for the eye alone, and not with reduced motion. */
export function GoalLamp({ total = null }: { readonly total: number | null | undefined }) {
  const [seen, setSeen] = useState(total)
  const [goals, setGoals] = useState(0)
  if (total !== seen) {
    setSeen(total)
    if (total !== null && seen !== null && total > seen) setGoals(goals + 1)
  }
  return goals > 0 ? <div key={goals} className="goal-lamp" aria-hidden="true" /> : null
}
