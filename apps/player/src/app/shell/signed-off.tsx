import { Page } from '@sitwell/ui/page.tsx'
import { useVisitor } from '../../context/player-context.tsx'
import { WaitingCard } from '../../exam/screens/cards/waiting-card.tsx'

/** In place of every page once the session is over, until the sign-in page opens: at once, or when there is a server again. */
export const SignedOff = () => {
  const { text } = useVisitor()
  return (
    <Page align="centre" width="card">
      <WaitingCard title={text('signOut.doneTitle')} help={text('signOut.done')} takesFocus />
    </Page>
  )
}
