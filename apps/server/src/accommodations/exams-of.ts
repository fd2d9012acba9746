import type { AccommodatedExam } from '@sitwell/contract'
import { ownTimeIn } from '@sitwell/exam/ledger/ledger'
import { cutShortByMs, noOwnTime, type OwnTime, ownMsOf, restMsOf, withOwnTime } from '@sitwell/exam/time/accommodation'
import { freshTime, wholeLeftMs } from '@sitwell/exam/time/exam-time'
import { withExtraTime } from '@sitwell/exam/time/extra-time'
import {
  entitledIn,
  type ScheduleRow,
  selectAccommodations,
  selectLedger,
  selectSchedules,
} from '../assessment/form-run/index.ts'
import type { AccommodationsContext } from './accommodations-context.ts'
import type { Whose } from './apply-to-sittings.ts'

type Context = Pick<AccommodationsContext, 'clock' | 'database' | 'exams'>

const minuteMs = 60_000
const minutesOf = (ms: number) => Math.ceil(ms / minuteMs)

/** So many exams are told of; whoever has more ahead sees those that come first. */
const mostExams = 50

/** What of the time in an exam is a person's alone: by the ledger if they sit it, and else as of somebody who begins when it opens, or now. */
const ownIn = async ({ database }: Context, row: ScheduleRow, entitled: OwnTime): Promise<OwnTime> =>
  row.form_run_guid === null
    ? entitled
    : ownTimeIn(await selectLedger(database, { orgId: row.org_id, formRunGuid: row.form_run_guid }))

/** What the accommodations of a person come to in each exam that they have yet to finish. */
export const examsOf = async (context: Context, whose: Whose): Promise<AccommodatedExam[]> => {
  const { database, exams, clock } = context
  const rows = await selectAccommodations(database, whose)
  const open = (await selectSchedules(database, whose)).filter(({ completed_at }) => completed_at === null)
  const found: AccommodatedExam[] = []
  for (const schedule of open.slice(0, mostExams)) {
    const loaded = await exams.load(schedule)
    if (!loaded) continue
    const startMs = Math.max(schedule.start_at ?? 0, clock.nowMs())
    const { own: entitled } = entitledIn(rows, loaded.plan, { fromMs: startMs, toMs: startMs })
    const own = await ownIn(context, schedule, entitled)
    const plan = withExtraTime(loaded.plan, (schedule.extra_time_seconds ?? 0) * 1000)
    const wholeMs = wholeLeftMs(withOwnTime(freshTime(plan), noOwnTime, own))
    const isUnderWay = schedule.form_run_guid !== null
    found.push({
      scheduleGuid: schedule.schedule_guid,
      examName: schedule.exam_name,
      isUnderWay,
      ...(wholeMs !== undefined && { minutes: minutesOf(wholeMs) }),
      ownMinutes: minutesOf(ownMsOf(own)),
      ...(restMsOf(own) > 0 && { restMinutes: minutesOf(restMsOf(own)) }),
      beyondWindow: isUnderWay ? 0 : minutesOf(cutShortByMs({ startMs, endMs: schedule.complete_at }, wholeMs)),
    })
  }
  return found
}
