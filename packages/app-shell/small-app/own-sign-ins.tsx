import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import { ownSessions } from '@sitwell/contract'
import { useAppBar } from '@sitwell/ui/app-bar-state.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { useEffect, useState } from 'react'

/** The only page of the small app: how many sign-ins its person has, as the server counts them. */
export const OwnSignIns = () => {
  const { api, text, reportError } = useAppVisitor()
  const [count, setCount] = useState<number>()
  const title = text('signIns.title')
  useAppBar({ title, isLoading: count === undefined })
  useEffect(() => {
    api
      .call(ownSessions, {})
      .then((outcome) => setCount(outcome.ok ? outcome.value.sessions.length : 0))
      .catch(reportError)
  }, [api, reportError])
  return (
    <Page heading={title}>
      <p data-testid="sign-ins">{count}</p>
    </Page>
  )
}
