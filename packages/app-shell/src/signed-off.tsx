import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { WaitingCard } from '@sitwell/ui/waiting-card.tsx'

/** Instead of every page once the session is over, until the sign-in page opens: at once, or when there is a server again. */
export const SignedOff = () => {
  const { text } = useAppVisitor()
  return (
    <Page align="centre" width="card">
      <WaitingCard title={text('signOut.doneTitle')} help={text('signOut.done')} takesFocus />
    </Page>
  )
}
