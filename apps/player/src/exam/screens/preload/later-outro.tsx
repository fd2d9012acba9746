import { Page } from '@sitwell/ui/page.tsx'
import { WaitingCard } from '@sitwell/ui/waiting-card.tsx'
import { type ComponentProps, useEffect, useSyncExternalStore } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { Outro, OutroAgain } from '../outro/outro.tsx'
import { laterCode } from './later-code.ts'
import { pageOfCode } from './page-of-code.ts'

/** What follows a finished exam. Loaded as soon as the first question is painted, so that an exam ends without a network too. */
const outro = laterCode(() => import('../outro/outro.tsx'), pageOfCode)
export const loadOutro = outro.load

const useOutro = () => {
  const { reportError } = usePlayer()
  useEffect(() => void outro.load((error) => reportError(error, 'outro')), [reportError])
  return useSyncExternalStore(outro.subscribe, outro.get)
}

/** As the outro begins itself. */
const Coming = ({ isOffline }: { readonly isOffline: boolean }) => {
  const { text } = usePlayer()
  return (
    <Page align="centre" width="card">
      <WaitingCard
        takesFocus
        isStill={isOffline}
        title={text(isOffline ? 'exam.offlineTitle' : 'exam.finishing')}
        help={text(isOffline ? 'exam.offlineText' : 'exam.finishingHelp')}
      />
    </Page>
  )
}

/** The outro, or until its code is there what says that the exam is being finished. */
export const LaterOutro = (props: ComponentProps<typeof Outro>) => {
  const { formRun, visit } = props
  const { connection } = visit.sync
  const isOffline = useSyncExternalStore(connection.subscribe, connection.state) === 'offline'
  const code = useOutro()
  const isComing = code === undefined
  // Whoever closes the page before the code is there has finished anyway.
  useEffect(() => {
    if (!isComing) return
    void formRun.keepFinishing()
    // A browser that stores nothing has the answers in this page alone until they are sent.
    return outro.openAnew(() => connection.state() !== 'offline' && formRun.unsent().length === 0)
  }, [isComing, formRun, connection])
  return code ? <code.Outro {...props} /> : <Coming isOffline={isOffline} />
}

/** The same after the page was loaded again. */
export const LaterOutroAgain = (props: ComponentProps<typeof OutroAgain>) => {
  const code = useOutro()
  useEffect(() => outro.openAnew(() => navigator.onLine), [])
  return code ? <code.OutroAgain {...props} /> : <Coming isOffline={false} />
}
