import type { DashEvent } from '@sitwell/contract'
import type { WrittenEvent } from '../assessment/form-run/index.ts'

/** For how many seconds more the time stands after an offer to go on, or after a grant. */
const leftOf = ({ atMs, withinMs = 0 }: { readonly atMs: number; readonly withinMs?: number | undefined }, nowMs: number) => {
  const leftMs = atMs + withinMs - nowMs
  return leftMs > 0 ? { resumeWithin: leftMs / 1000 } : {}
}

/** What a learner's browser is told of an event in the ledger (spec 3 §7); undefined where it is none of its business. */
export const dashEventOf = (event: WrittenEvent, nowMs: number): DashEvent | undefined => {
  const { number } = event
  switch (event.kind) {
    case 'extension':
      return { number, extendable: event.byMs / 1000, ...leftOf(event, nowMs) }
    case 'extension-decline':
      return { number, extendable: 0 }
    case 'pause':
      return { number, paused: true }
    case 'resume':
      return { number, paused: false }
    case 'resume-offer':
      return { number, paused: false, ...leftOf(event, nowMs) }
    case 'rest-break':
      // A page of an earlier version takes it for the end of a pause, hides the exam and offers to go on.
      return { number, paused: false, restBreak: true, ...leftOf(event, nowMs) }
    case 'extension-request':
    case 'extension-withdraw':
      return { number, awaitingExtension: event.kind === 'extension-request' }
    case 'extra-time':
      return { number, addedTime: event.byMs / 1000 }
    case 'complete':
      return { number, completed: true, completedBecause: event.because }
    case 'reopen':
      return { number, completed: false }
    case 'supervision':
      // The page of the extension tells of its own end; a browser that is the wrong one has its page.
      return event.what === 'loss' && event.provider === 'IntegrityAdvocate' ? { number, monitorLost: true } : undefined
    // Parts get times of their own by it: the page is told how all of it stands.
    case 'accommodation':
    case 'start':
    case 'enter':
    case 'complete-part':
    case 'skip-reading':
    case 'part-key':
    case 'part-decision':
    case 'attempt':
    case 'absence':
    case 'hand-in':
    case 'file':
    case 'print':
    // What is released, a page learns by asking for it; how far the marking is, it doesn't.
    case 'results':
    case 'result-set':
    case 'note':
    case 'mark':
    case 'incident':
      return undefined
  }
}
