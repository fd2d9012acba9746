import { usePlayer } from '../../api/player-context.tsx'
import { useAppBar } from '../../ui/app-bar-state.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'

/** Where Close leads after an exam that an extension watched: its address is the extension's sign that the exam is over. */
const ProctorioFinish = () => {
  const { text } = usePlayer()
  const title = text('exam.complete')
  useAppBar({ title })
  return (
    <Page width="card" heading={title}>
      <Card width="card">
        <p>{text('exam.mayClose')}</p>
      </Card>
    </Page>
  )
}

export default ProctorioFinish
