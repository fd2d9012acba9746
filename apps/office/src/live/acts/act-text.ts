import type { LiveAct, LiveView } from '@sitwell/contract'
import type { OfficeText } from '../../office-context.tsx'

const minutesOf = (seconds: number): number => Math.round(seconds / 60)

/** The action in words, without the names of the people that it concerned. */
export const didText = (act: LiveAct, view: LiveView | undefined, text: OfficeText): string => {
  switch (act.kind) {
    case 'add-time':
    case 'let-in-late':
      return text(`live.did.${act.kind}`, { minutes: minutesOf(act.seconds) })
    case 'decide-request':
      return act.seconds > 0 ? text('live.did.grant', { minutes: minutesOf(act.seconds) }) : text('live.did.decline')
    case 'message':
    case 'evacuate':
      return text(`live.did.${act.kind}`, { text: act.text })
    case 'waive':
    case 'end':
      return text(`live.did.${act.kind}`, { reason: act.reason })
    case 'reopen':
      return act.seconds === undefined
        ? text('live.did.reopen', { reason: act.reason })
        : text('live.did.reopenTime', { reason: act.reason, minutes: minutesOf(act.seconds) })
    case 'incident':
      return text('live.did.incident', { category: text(`live.category.${act.category}`), text: act.text })
    case 'attendance':
      return text(`live.did.${act.attendance}`)
    case 'move':
      return text('live.did.move', { room: view?.rooms.find(({ roomID }) => roomID === act.roomID)?.name ?? '' })
    default:
      return text(`live.did.${act.kind}`)
  }
}
