import { useAddress } from '@sitwell/navigation/navigation.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import { useEffect, useState } from 'react'
import { usePlayer } from '../../context/player-context.tsx'
import { syncOfPlayer } from '../../sync/sync-of-player.ts'
import { followOpenAgain, type OpenAgain } from './follow-open-again.ts'

/**
 * Says, on every page outside of the exam itself, that an exam that was finished here continues: its time wasn't over, or staff have
 * opened it again. The pages of the exam say so themselves.
 */
const OpenAgainNotice = () => {
  const player = usePlayer()
  const { text, live, api, session, clock, reportError } = player
  const { pathname } = useAddress()
  const [found, setFound] = useState<OpenAgain>()
  const [, place, at] = pathname.split('/')
  const inExam = place === 'exam' || place === 'reload' ? (at ?? '') : undefined
  const userGuid = session.user.guid
  useEffect(() => {
    let stop = () => {}
    let isGone = false
    syncOfPlayer(player)
      .then((sync) => {
        const nowMs = () => clock.nowMs()
        if (!isGone) stop = followOpenAgain({ sync, live, api, userGuid, nowMs, inExam, onError: reportError }, setFound)
      })
      .catch(reportError)
    return () => {
      isGone = true
      stop()
    }
  }, [player, live, api, clock, userGuid, inExam, reportError])
  if (!found || inExam !== undefined) return null
  const later = () => {
    found.heard()
    setFound(undefined)
  }
  return (
    <Dialog
      role="alertdialog"
      title={text(`outro.${found.why}Title`)}
      actions={
        <>
          <Button onPress={later}>{text('outro.timeLeftLater')}</Button>
          {/* A page that begins again opens the exam as it is now, with the server's time. */}
          <Button variant="primary" autoFocus onPress={() => location.assign(`/exam/${found.examGuid}`)}>
            {text('outro.timeLeftGoOn')}
          </Button>
        </>
      }
    >
      <p>{text(`outro.${found.why}`)}</p>
    </Dialog>
  )
}

export default OpenAgainNotice
