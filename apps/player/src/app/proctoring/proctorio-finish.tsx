import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAppBar } from '@sitwell/ui/app-bar-state.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { useEffect, useState } from 'react'
import { schedulesStore } from '../../context/held-schedules.ts'
import { usePlayer } from '../../context/player-context.tsx'
import { useShell } from '../shell/shell-context.tsx'
import { EndOfSession, titleOfEnd, useEndOfSession } from './end-of-session.tsx'
import styles from './proctoring.module.css'

/**
 * Where Close leads after an exam that an extension watched: its address is the extension's sign that the exam is over. Ends the
 * session, and goes back to the assessments; an organisation whose learners have no sign-in of their own says how their exam stands.
 */
const ProctorioFinish = () => {
  const { text, api, settings } = usePlayer()
  const { player } = useShell()
  const navigate = useNavigate()
  // As it was when the learner came: that the session is over changes the settings.
  const [{ proctoringSessionID: id, proctorioLoginlessMode: isLoginless }] = useState(settings)
  const ended = useEndOfSession(player, api, id)
  const title = text(titleOfEnd(ended))
  useAppBar({ title })
  useEffect(() => {
    if (ended !== undefined && !isLoginless) void navigate({ to: '/schedules', replace: true })
  }, [ended, isLoginless, navigate])
  // What was held of them is from before.
  const goOn = (examGuid: string) => {
    schedulesStore.clear()
    void navigate({ to: `/exam/${examGuid}`, replace: true })
  }
  return (
    <Page width="card" heading={title}>
      <Card width="card" className={styles.card}>
        <EndOfSession ended={ended} text={text} onGoOn={goOn} />
      </Card>
    </Page>
  )
}

export default ProctorioFinish
