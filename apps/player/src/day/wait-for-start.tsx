import { browserStorage } from '@sitwell/client/held-storage'
import { awaitStart, noteLearnerActions } from '@sitwell/contract'
import { createCatalogue } from '@sitwell/i18n/catalogue'
import { loadMessages } from '@sitwell/i18n/load-messages'
import type { ReactNode } from 'react'
import type { Player } from '../context/player.ts'
import { confirmedActions } from './confirmed-actions.ts'
import { followStarts } from './follow-starts.ts'
import { createLearnerActions } from './learner-actions.ts'
import { Messages } from './messages.tsx'
import styles from './waiting.module.css'

/** A page that waits for the start of exams. */
export interface WaitingPage {
  /** Guids of the schedules whose start is waited for now. */
  waited(): readonly string[]
  /** Whether the page shows the start of this one as held. */
  showsHeld(scheduleGuid: string): boolean
  /** What the page knows of a start is old. */
  onChange(): void
  /** Is given the place of messages, empty at first. */
  show(messages: ReactNode): void
}

/** What a waiting page uses of the player. */
export type Waiter = Pick<Player, 'api' | 'language' | 'reportError'>

/**
 * Follows starts for a page that waits for them, and shows there what invigilators say meanwhile. What a message changes of the start is met once the page shows it.
 * Returns what ends it; messages that show by then stay.
 */
export const waitForStart = ({ api, language, reportError }: Waiter, page: WaitingPage): (() => void) => {
  const onError = (error: unknown) => reportError(error, 'wait for a start')
  const actions = createLearnerActions({
    note: (body) => api.call(noteLearnerActions, { body }, { attempts: 1 }),
    confirmed: confirmedActions(browserStorage),
    onError,
  })
  let place: 'coming' | 'none' | 'shown' = 'none'
  const showPlace = async () => {
    if (place !== 'none') return
    place = 'coming'
    try {
      const words = createCatalogue(await loadMessages(language.tag, 'later'), language).text
      page.show(
        <div className={styles.messages}>
          <Messages actions={actions} words={words} />
        </div>,
      )
      place = 'shown'
    } catch (error) {
      // Asked for again with the next answer of the server.
      place = 'none'
      throw error
    }
  }
  return followStarts(page.waited, {
    ask: (scheduleGuid) => api.call(awaitStart, { query: { scheduleGuid } }, { attempts: 1 }),
    onStart(scheduleGuid, { actions: received, isHeld, time }) {
      showPlace().catch(onError)
      actions.receive(received, false)
      // A start that others hold has no information about an evacuation at another start.
      if (isHeld && page.showsHeld(scheduleGuid)) actions.met({ time }, new Set(received.map(({ actionID }) => actionID)))
      // What didn't get through before.
      actions.tell().catch(onError)
    },
    onChange: page.onChange,
    random: Math.random,
    onError,
  })
}
