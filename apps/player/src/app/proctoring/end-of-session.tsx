import type { Api } from '@sitwell/client/api'
import { endProctoring, type WatchedExam } from '@sitwell/contract'
import type { Catalogue } from '@sitwell/i18n/catalogue'
import type { MessageId } from '@sitwell/i18n/message-ids'
import { Button } from '@sitwell/ui/button.tsx'
import { useEffect, useState } from 'react'
import type { PlayerApp } from '../create-player.ts'
import { endWatching } from './end-watching.ts'
import styles from './proctoring.module.css'

/** What the server says of the exam whose session has ended; 'unknown' where it wasn't reached, or there is none. */
export interface EndedSession {
  readonly exam: WatchedExam | 'unknown'
  readonly examGuid: string | undefined
}

/** Ends the session of this tab, once, and asks how its exam stands; undefined until that is known. */
export const useEndOfSession = (player: PlayerApp, api: Api | undefined, id: string | undefined): EndedSession | undefined => {
  const [ended, setEnded] = useState<EndedSession>()
  useEffect(() => {
    let isHere = true
    const end = async () => {
      const outcome =
        api && id !== undefined ? await api.call(endProctoring, { body: { proctoringSessionID: id, what: 'end' } }) : undefined
      if (!isHere) return
      player.session.proctoring.clear()
      if (api) endWatching(player)
      setEnded(
        outcome?.ok
          ? { exam: outcome.value.exam ?? 'unknown', examGuid: outcome.value.examGuid }
          : { exam: 'unknown', examGuid: undefined },
      )
    }
    void end()
    return () => {
      isHere = false
    }
  }, [player, api, id])
  return ended
}

/** Which words say that a session is over, by what its exam has come to. */
export const titleOfEnd = (ended: EndedSession | undefined): MessageId => {
  if (ended === undefined) return 'proctoring.finishing'
  return ended.exam === 'complete' ? 'proctoring.finished' : 'proctoring.returned'
}

const textOfEnd = { complete: 'proctoring.finishedText', begun: 'proctoring.notHandedIn' } as const

/** What is below, for learners without a sign-in of their own: nothing leads them on but an exam that isn't handed in. */
export const EndOfSession = ({
  ended,
  text,
  onGoOn,
}: {
  readonly ended: EndedSession | undefined
  text: Catalogue['text']
  onGoOn(examGuid: string): void
}) => {
  if (ended === undefined) return <p role="status">{text('proctoring.finishingHelp')}</p>
  const { exam, examGuid } = ended
  const isOpen = exam === 'begun' && examGuid !== undefined
  return (
    <>
      <p role="status">{text(exam === 'complete' || isOpen ? textOfEnd[exam] : 'proctoring.mayClose')}</p>
      {isOpen && (
        <div className={styles.actions}>
          <Button variant="primary" onPress={() => onGoOn(examGuid)}>
            {text('proctoring.startAgain')}
          </Button>
        </div>
      )}
    </>
  )
}
