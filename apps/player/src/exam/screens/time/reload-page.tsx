import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAppBar } from '@sitwell/ui/app-bar-state.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { WaitingCard } from '@sitwell/ui/waiting-card.tsx'
import { useMachine } from '@xstate/react'
import { useCallback, useEffect } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import { reloadMachine } from '../../session/extension/reload.machine.ts'
import { clearGathered, gatheredVisit } from '../../session/gathered-visit.ts'

/** `/reload/{examGuid}`: an exam that was extended while its page was away opens again with its time (spec 3 §2). */
const ReloadPage = ({ examGuid }: { readonly examGuid: string }) => {
  const { text, reportError } = usePlayer()
  const navigate = useNavigate()
  const clearExamData = useCallback(async () => {
    // Kept with the form run, so that the exam doesn't come back here.
    await gatheredVisit.formRun?.keepAwaiting(false).catch((error: unknown) => reportError(error, 'reload'))
    clearGathered(gatheredVisit)
  }, [reportError])
  const [state] = useMachine(reloadMachine, { input: { clearExamData } })
  const isReloaded = state.matches('reloaded')
  useAppBar({ title: text('exam.extending'), isLoading: true })
  useEffect(() => {
    if (isReloaded) void navigate({ to: `/exam/${examGuid}`, replace: true })
  }, [isReloaded, examGuid, navigate])
  return (
    <Page align="centre" width="card">
      <WaitingCard title={text('exam.extending')} help={text('exam.extendingHelp')} />
    </Page>
  )
}

export default ReloadPage
