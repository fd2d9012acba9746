import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { SignInPage } from '../sign-in/sign-in-page.tsx'
import { useShell } from './shell/shell-context.tsx'
import { signInWith } from './sign-in-session.ts'

/** The login page, and where it leads (spec 1 §2). */
export const SignInRoute = () => {
  const { player } = useShell()
  const navigate = useNavigate()
  const signIn = useMemo(() => signInWith(player), [player])
  return <SignInPage signIn={signIn} onSignedIn={() => navigate({ to: '/rubric' })} />
}
