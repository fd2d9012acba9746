import { type ReactNode, useEffect, useState } from 'react'
import { usePlayer } from '../context/player-context.tsx'

/** Milliseconds after which a page counts as one that waits: whoever goes on at once loads nothing of this. */
const waitsAfterMs = 5000
/** Milliseconds for which a page asks, as a list of held starts does: a page that is forgotten must not keep its session active. */
const waitsForMs = 7_200_000

/** On a page before the start of an exam: lets invigilators see that its learner waits, and shows what they say. */
export const WaitingMessages = ({ scheduleGuid }: { readonly scheduleGuid: string }) => {
  const player = usePlayer()
  const [messages, setMessages] = useState<ReactNode>()
  useEffect(() => {
    let stop = () => {}
    let isGone = false
    const untilMs = performance.now() + waitsForMs
    const timer = setTimeout(() => {
      import('./wait-for-start.tsx').then(({ waitForStart }) => {
        if (isGone) return
        stop = waitForStart(player, {
          waited: () => (performance.now() < untilMs ? [scheduleGuid] : []),
          // The start itself is refused while it is held.
          showsHeld: () => true,
          onChange: () => {},
          show: setMessages,
        })
      }, player.reportError)
    }, waitsAfterMs)
    return () => {
      isGone = true
      clearTimeout(timer)
      stop()
    }
  }, [player, scheduleGuid])
  return messages
}
