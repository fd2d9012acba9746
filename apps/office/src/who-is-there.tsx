import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { useSessionState } from './office-context.tsx'
import { OtherPerson } from './session/other-person.tsx'
import { SignInPage } from './sign-in/sign-in-page.tsx'

const SignedIn = lazy(() => import('./shell/signed-in.tsx'))

/** The sign-in page, or the pages behind it. */
export const WhoIsThere = () => {
  const state = useSessionState()
  const queries = useQueryClient()
  const isSignedIn = state.is === 'signed-in'
  useEffect(() => {
    // What one person has read is nobody else's.
    if (!isSignedIn) queries.clear()
  }, [isSignedIn, queries])
  if (state.is === 'signed-out') return <SignInPage notice={state.notice} />
  if (state.is === 'other') return <OtherPerson person={state.facts.person} />
  return (
    <Suspense fallback={null}>
      <SignedIn />
    </Suspense>
  )
}
