import { loginAddress } from '@sitwell/app-core/login-address'
import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import { VisitorBar } from '@sitwell/app-shell/visitor-bar.tsx'
import { useEffect } from 'react'
import { useOfficeParts } from '../office-context.tsx'
import type { SignInNotice } from './password-step.tsx'
import { SignInSteps } from './sign-in-steps.tsx'

/** The sign-in page. The address of a page that was asked for stays, and that page opens then. */
export const SignInPage = ({ notice }: { readonly notice: SignInNotice }) => {
  const { client } = useAppVisitor()
  const { app } = useOfficeParts()
  useEffect(() => {
    if (app.environment.path() === '/') app.environment.showAddress(loginAddress(client.urlToken), 'in place')
  }, [app, client])
  return (
    <>
      <VisitorBar />
      <SignInSteps key={notice} notice={notice} />
    </>
  )
}
