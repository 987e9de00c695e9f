import { Landing } from '../features/landing/landing.tsx'

export const LandingScreen = () => <Landing />
