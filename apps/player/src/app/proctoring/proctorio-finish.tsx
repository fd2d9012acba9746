import { endProctoring } from '@sitwell/contract'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { usePlayer } from '../../api/player-context.tsx'
import { useAppBar } from '../../ui/app-bar-state.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { useShell } from '../shell/shell-context.tsx'

/**
 * Where Close leads after an exam that an extension watched: its address is the extension's sign that the exam is over. Ends the
 * session, and goes back to the assessments; an organisation whose learners have no sign-in of their own says that it is finished.
 */
const ProctorioFinish = () => {
  const { text, api, settings, client } = usePlayer()
  const { player } = useShell()
  const navigate = useNavigate()
  const [isEnded, setEnded] = useState(false)
  const { proctoringSessionID: id, proctorioLoginlessMode: isLoginless } = settings
  const title = text(isEnded ? 'proctoring.finished' : 'proctoring.finishing')
  useAppBar({ title })
  useEffect(() => {
    if (isEnded) return
    // What can't be told now the server notes when the session is used no more: nobody waits here for it.
    const told =
      id === undefined ? Promise.resolve() : api.call(endProctoring, { body: { proctoringSessionID: id, what: 'end' } })
    void told.then(() => {
      setEnded(true)
      player.useClient(client, { ...settings, proctoringActive: false, proctoringSessionID: undefined })
      player.session.proctoring.clear()
      if (!isLoginless) void navigate({ to: '/schedules', replace: true })
    })
  }, [isEnded, id, isLoginless, api, player, client, settings, navigate])
  return (
    <Page width="card" heading={title}>
      <Card width="card">
        <p role="status">{text(isEnded ? 'proctoring.finishedText' : 'proctoring.finishingHelp')}</p>
      </Card>
    </Page>
  )
}

export default ProctorioFinish
