import type { Api } from '@sitwell/client/api'
import { beginProctoring, endProctoring, integrityScript, type Schedule } from '@sitwell/contract'
import { missingMonitorData } from '@sitwell/exam/organisation/monitor-data'
import type { Player } from '../../context/player.ts'
import { hasPass, type MonitorStart, monitorOfPage } from './monitor-session.ts'

/** Milliseconds in which the script has to say that it is ready. */
const readyMs = 60_000

/** What the provider's script leaves in the page. */
type MonitorWindow = Window & { IntegrityAdvocate?: { endSession?: (done?: () => void) => void } }

const isCompleted = (outcome: { readonly ok: boolean; readonly code?: string }) => outcome.code === 'FORM_RUN_COMPLETED'

const loadScript = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const timer = setTimeout(() => fail('The script of the integrity monitor did not get ready'), readyMs)
    const ready = () => {
      clearTimeout(timer)
      document.removeEventListener('IA_Ready', ready)
      resolve()
    }
    const fail = (why: string) => {
      clearTimeout(timer)
      document.removeEventListener('IA_Ready', ready)
      script.remove()
      reject(new Error(why))
    }
    document.addEventListener('IA_Ready', ready)
    script.onerror = () => fail('The script of the integrity monitor could not be loaded')
    script.src = url
    document.head.append(script)
  })

/**
 * Loads the integrity monitor's script, waits until it is ready, and has the server begin the session. The page's own policy forbids
 * the script; so the exam is opened again with a pass for it.
 */
export const startMonitor = async (
  { api, session: { user } }: Pick<Player, 'api' | 'session'>,
  schedule: Schedule,
): Promise<MonitorStart> => {
  const missing = missingMonitorData({
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email ?? '',
    userId: user.id,
    courseId: schedule.qualificationID,
    activityId: schedule.objectID,
  })
  if (missing.length > 0) return { missing }
  // A script that watches over another exam, or did, goes with its page: this one is opened again.
  if (monitorOfPage.running?.scheduleGuid !== schedule.guid) {
    const outcome = await api.call(integrityScript, { query: { scheduleGuid: schedule.guid } }, { attempts: 1 })
    if (isCompleted(outcome)) return 'completed'
    if (!outcome.ok) throw new Error(outcome.message)
    const { url, pass, proctoringSessionID } = outcome.value
    if (monitorOfPage.running !== undefined || !hasPass()) {
      location.replace(`/exam/${encodeURIComponent(schedule.examGuid)}?${pass}`)
      return new Promise<never>(() => undefined)
    }
    await loadScript(url)
    monitorOfPage.running = { scheduleGuid: schedule.guid, id: proctoringSessionID }
  }
  const begun = await api.call(beginProctoring, { body: { examGuid: schedule.examGuid } }, { attempts: 1 })
  if (isCompleted(begun)) return 'completed'
  if (!begun.ok) throw new Error(begun.message)
  return { missing: [] }
}

/** Ends the monitor of this page, where one runs, and tells the server; not ahead of what is still to be done under it. */
export const closeMonitor = async (api: Pick<Api, 'call'>, before: () => Promise<void>): Promise<void> => {
  const { running } = monitorOfPage
  if (running === undefined) return
  await before()
  ;(window as MonitorWindow).IntegrityAdvocate?.endSession?.()
  await api.call(endProctoring, { body: { proctoringSessionID: running.id, what: 'end' } }, { attempts: 1 })
  monitorOfPage.running = undefined
}
