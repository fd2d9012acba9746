import { type DashFormRun, type LateAnswer, mostLateAnswers } from '@sitwell/contract'
import { createExamCache, nobodyLive } from '../assessment/form-run/index.ts'
import { letLateCount } from '../dashboard/accept-late-answers.ts'
import { lateAnswersOf } from '../dashboard/dash-late-answers.ts'
import {
  addTimeAct,
  type CommandResult,
  decideExtensionAct,
  type InvigilationContext,
  invigilate,
  noteAct,
  type Target,
} from '../dashboard/invigilate.ts'
import { pause } from '../dashboard/pause.ts'
import { reopenFormRun } from '../dashboard/reopen.ts'
import { restBreakAct } from '../dashboard/rest-break.ts'
import { sittingsOf } from '../dashboard/sittings.ts'
import { waive } from '../dashboard/waive.ts'
import type { Database } from '../db/database.ts'
import { createCommandClock } from '../server-time/command-clock.ts'
import { supervisors } from '../supervisors.ts'

/** What `sitwell invigilate` can do. */
export const invigilations = [
  'list',
  'late',
  'grant',
  'decline',
  'pause',
  'resume',
  'rest-break',
  'add-time',
  'note',
  'accept-late',
  'reopen',
  'waive',
] as const
export type Invigilation = (typeof invigilations)[number]

export const isInvigilation = (word: string | undefined): word is Invigilation => invigilations.some((one) => one === word)

export interface InvigilationWishes extends Pick<Target, 'formRunGuid' | 'examGuid'> {
  readonly orgId: number
  /** For `grant` and `add-time`. */
  readonly seconds: number | undefined
  /** For `resume`: seconds for which the time stands on at most, until the learner resumes. */
  readonly within?: number | undefined
  /** For `accept-late`: those alone that wait for it. */
  readonly waiting?: boolean | undefined
  /** For `note`. */
  readonly text: string | undefined
  /** For `waive`, whose schedule may be named in the place of a form run; and for `reopen`, with the seconds that it gives. */
  readonly reason?: string | undefined
  readonly addTime?: number | undefined
}

const extensionWords = ['', 'asks for an extension', 'extended', 'extension declined', 'request withdrawn'] as const

const supervisionWords: Readonly<Record<string, string>> = {
  start: 'began',
  end: 'ended',
  loss: 'lost',
  refusal: 'missing, nothing is given out',
  waiver: 'waived',
}

const lineOf = ({ formRunGuid, firstName, lastName, username, examName, status, state, ...counts }: DashFormRun) => {
  const { lateAnswers = 0, waitingAnswers = 0, supervision = [], wrongPasswords, handedOutAt } = counts
  const left = state && state.examTime > 0 ? `${state.examTimeRemaining} s left` : ''
  const waiting = waitingAnswers > 0 ? ` (${waitingAnswers} wait to be accepted)` : ''
  const late = lateAnswers > 0 ? `${lateAnswers} late answers${waiting}` : ''
  const until = state?.resumeOffer?.rest ? 'rest break, ' : ''
  const offer = state?.resumeOffer
    ? `${until}goes on in ${Math.ceil(state.resumeOffer.seconds)} s, or once the learner resumes`
    : ''
  const watched = supervision.map(({ provider, what }) => `${provider}: ${supervisionWords[what] ?? what}`).join(', ')
  const guesses = wrongPasswords ? `${wrongPasswords.count} wrong passwords, the last at ${wrongPasswords.lastAt}` : ''
  const handedOut = handedOutAt === undefined ? '' : `content given out at ${handedOutAt}, before the start`
  const all = [status, handedOut, guesses, offer, left, extensionWords[state?.extensionStatus ?? 0], late, watched]
  const facts = all.filter((fact) => fact !== '')
  return `${formRunGuid ?? '-'}  ${firstName} ${lastName} (${username})  ${examName}  ${facts.join(', ')}`
}

const stateWords = { waits: 'waits to be accepted', late: 'does not count', counts: 'counts', replaced: 'replaced' } as const

const lateLineOf = (one: LateAnswer) => {
  const question = one.questionNumber === undefined ? (one.questionId ?? '-') : `question ${one.questionNumber}`
  const typed = one.typedAt === undefined ? '' : `typed at ${one.typedAt}`
  const late = one.lateBy === undefined ? '' : `${one.lateBy} s late`
  const facts = [stateWords[one.state], one.reason ?? '', typed, `received at ${one.receivedAt}`, late]
  const what = one.fileName === undefined ? question : `${question}, file ${JSON.stringify(one.fileName)}`
  return `${one.formRunGuid}  ${one.firstName} ${one.lastName} (${one.username})  ${what}  ${facts.filter((fact) => fact !== '').join(', ')}`
}

/** Prints which answers and files of an exam came late, page by page. */
const printLate = async (context: InvigilationContext, orgId: number, examGuid: string): Promise<number> => {
  for (let skip = 0; ; skip += mostLateAnswers) {
    const page = await lateAnswersOf(context, orgId, { examGuid, skip, take: mostLateAnswers })
    if (!page) {
      console.error('There is no such exam in this organisation.')
      return 1
    }
    for (const one of page.late) console.log(lateLineOf(one))
    if (!page.more) return 0
  }
}

const ofOneRun: readonly Invigilation[] = ['grant', 'decline', 'reopen']
const withTime: readonly Invigilation[] = ['grant', 'add-time']
const withReason: readonly Invigilation[] = ['waive', 'reopen']

/** What is missing for this command to be done; undefined if nothing is. */
const missingOf = (
  what: Invigilation,
  { formRunGuid, examGuid, seconds, text, reason }: InvigilationWishes,
): string | undefined => {
  if (what === 'list') return undefined
  if (what === 'late') return examGuid === undefined ? 'late takes an exam: --exam GUID.' : undefined
  if ((formRunGuid === undefined) === (examGuid === undefined))
    return 'Name either a form run with --run or an exam with --exam.'
  if (ofOneRun.includes(what) && formRunGuid === undefined) return `${what} takes one form run: --run GUID.`
  if (withTime.includes(what) && seconds === undefined) return `${what} takes --minutes N or --seconds N.`
  if (withReason.includes(what) && !reason) return `${what} takes --reason TEXT.`
  return what === 'note' && !text ? 'note takes --text TEXT.' : undefined
}

/** Does what an invigilator does, without a screen and without a server. Answers the exit code: 1 where it was refused. */
export const commandInvigilate = async (
  database: Database,
  what: Invigilation,
  wishes: InvigilationWishes,
): Promise<number> => {
  const missing = missingOf(what, wishes)
  if (missing) {
    console.error(missing)
    return 2
  }
  const clock = await createCommandClock(database)
  const exams = createExamCache(database, clock.nowMs)
  // The servers over this database find what is written here by themselves, and tell the learners.
  const context = { database, exams, clock, live: nobodyLive }
  const who = { orgId: wishes.orgId, author: 'command' }
  const { seconds = 0, text = '' } = wishes
  if (what === 'list') {
    for (const one of await sittingsOf(context, wishes.orgId, wishes)) console.log(lineOf(one))
    return 0
  }
  if (what === 'late') return printLate(context, wishes.orgId, wishes.examGuid ?? '')
  const acts: Record<Exclude<Invigilation, 'list' | 'late'>, () => Promise<CommandResult>> = {
    grant: () => invigilate(context, who, wishes, decideExtensionAct(seconds)),
    decline: () => invigilate(context, who, wishes, decideExtensionAct(0)),
    pause: () => pause(context, who, wishes, { paused: true }),
    resume: () => pause(context, who, wishes, { paused: false, within: wishes.within }),
    'rest-break': () => invigilate(context, who, wishes, restBreakAct),
    'add-time': () => invigilate(context, who, wishes, addTimeAct(seconds)),
    'accept-late': () => letLateCount(context, who, wishes),
    reopen: () =>
      reopenFormRun(context, who, {
        formRunGuid: wishes.formRunGuid ?? '',
        reason: wishes.reason ?? '',
        seconds: wishes.addTime,
      }),
    waive: () =>
      waive({ ...context, supervisors }, who, {
        named: wishes.formRunGuid,
        examGuid: wishes.examGuid,
        reason: wishes.reason ?? '',
      }),
    note: () => invigilate(context, who, wishes, noteAct(text), { onCompleted: true }),
  }
  const acted = await acts[what]()
  if (!acted.ok) {
    console.error(acted.message)
    return 1
  }
  console.log(acted.value.changed.length === 0 ? 'Nothing was to be changed.' : `Changed: ${acted.value.changed.join(', ')}`)
  return 0
}
