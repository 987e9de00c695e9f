import { useQuery } from '@tanstack/react-query'
import { currentUser } from '../../data/user.ts'
import { Home } from './home.tsx'
import { Landing } from './landing.tsx'

/** The start page: a member's home, or what a visitor is greeted with. */
export function Start() {
  const { data: user, isPending } = useQuery(currentUser())
  if (user) return <Home user={user} />
  // The picture's ground alone: a member must not see the visitor's page flash by.
  return isPending ? <div className="landing" /> : <Landing />
}
