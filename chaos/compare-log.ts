import * as z from 'zod'
import type { ComparedExam, Fault } from './compare.ts'
import type { MoveType, Note } from './notes.ts'
import type { Stored, StoredActivity } from './stored.ts'

const types = { localAnswer: 0, startExam: 6, finishExam: 7 } as const
const moveTypes: readonly number[] = [3, 4, 5] satisfies readonly MoveType[]

const wire = z.object({ answerText: z.string(), options: z.array(z.object({ optionID: z.string() })) })
const texts = z.record(z.string(), z.string())
const answerActivity = z.object({ questionId: z.string(), value: z.unknown() })

/** The answer of a log entry in one text, as a learner's is noted. */
const loggedAnswer = (value: unknown, isTyped: boolean): string | undefined => {
  if (typeof value === 'string') return value
  const whole = wire.safeParse(value)
  if (whole.success) {
    const { answerText, options } = whole.data
    return isTyped
      ? answerText
      : options
          .map(({ optionID }) => optionID)
          .toSorted()
          .join()
  }
  const byOption = texts.safeParse(value)
  if (!byOption.success) return undefined
  return isTyped ? Object.values(byOption.data).join('\n') : Object.keys(byOption.data).toSorted().join()
}

const withoutBookmark = (value: string) => value.replace(/ \[bookmarked\]$/, '')

/** Whether the first is the second with some left out, in its order. */
const isPartOf = (part: readonly string[], whole: readonly string[]): boolean => {
  let at = 0
  for (const one of part) {
    while (at < whole.length && whole[at] !== one) at += 1
    if (at === whole.length) return false
    at += 1
  }
  return true
}

const counts = (list: readonly string[]) => {
  const found = new Map<string, number>()
  for (const one of list) found.set(one, (found.get(one) ?? 0) + 1)
  return found
}

/** A move may not have been kept where the page went before it had its time for that, or while the disk took nothing. */
const isExcused = (notes: readonly Note[], move: Note) => {
  const later = notes.slice(notes.indexOf(move)).filter(({ device }) => device === move.device)
  const cut = later.find((note) => note.what === 'cut short')
  if (!cut) return false
  if (cut.unsafeSinceMs !== undefined && move.atMs >= cut.unsafeSinceMs) return true
  return !later.some((note) => note.what === 'settled' && note.atMs <= cut.atMs && note.sinceMs >= move.atMs)
}

const compareMoves = (
  notes: readonly Note[],
  exam: ComparedExam,
  log: readonly StoredActivity[],
  isWhole: boolean,
): Fault[] => {
  const made = notes.flatMap((note) =>
    note.what === 'moved' ? [{ note, name: `${note.type} to ${exam.questionIds[note.question]}` }] : [],
  )
  const logged = log.filter(({ type }) => moveTypes.includes(type)).map(({ type, value }) => `${type} to ${String(value)}`)
  const faults: Fault[] = []
  const allowed = counts(made.map(({ name }) => name))
  for (const [name, times] of counts(logged))
    if (times > (allowed.get(name) ?? 0))
      faults.push({ kind: 'log', detail: `${times} × “${name}” in the log, ${allowed.get(name) ?? 0} × made` })
  const found = counts(logged)
  const sure = counts(made.filter(({ note }) => !isExcused(notes, note)).map(({ name }) => name))
  if (isWhole)
    for (const [name, times] of sure)
      if ((found.get(name) ?? 0) < times)
        faults.push({ kind: 'log', detail: `${times} × “${name}” made, ${found.get(name) ?? 0} × in the log` })
  return faults
}

/** A log's entries in the order of their ids, which are times: with one device whose clock was left alone that is their order. */
const compareOrder = (notes: readonly Note[], exam: ComparedExam, log: readonly StoredActivity[]): Fault[] => {
  const made = notes.flatMap((note) => (note.what === 'moved' ? [`${note.type} to ${exam.questionIds[note.question]}`] : []))
  const logged = log
    .filter(({ type }) => moveTypes.includes(type))
    .toSorted((a, b) => (a.activityId < b.activityId ? -1 : 1))
    .map(({ type, value }) => `${type} to ${String(value)}`)
  return isPartOf(logged, made) ? [] : [{ kind: 'log', detail: `moves in the log out of order: ${logged.join(', ')}` }]
}

const compareLoggedAnswers = (notes: readonly Note[], exam: ComparedExam, log: readonly StoredActivity[]): Fault[] =>
  exam.questionIds.flatMap((id, number): Fault[] => {
    // An answer of files says that its question was visited, and no more.
    if (exam.isTyped[number] === undefined) return []
    const entered = new Set(
      notes.flatMap((note) => {
        if (!('question' in note) || note.question !== number) return []
        if (note.what === 'moved' || note.what === 'asked to check' || note.what === 'checked') return []
        // The log is written each 30 seconds too, between any two keys.
        const way = note.what === 'entered' ? (note.way ?? []) : []
        return [...way, ...(note.what === 'perhaps entered' ? note.values : [note.value])].map(withoutBookmark)
      }),
    )
    return log.flatMap(({ type, value }): Fault[] => {
      const read = answerActivity.safeParse(value)
      if (type !== types.localAnswer || !read.success || read.data.questionId !== id) return []
      const answer = loggedAnswer(read.data.value, exam.isTyped[number] ?? false)
      if (answer !== undefined && (answer === '' || entered.has(answer))) return []
      return [{ kind: 'log', question: number, detail: `the log has “${answer}”, which was not entered` }]
    })
  })

/** What stood at a question when it was left is logged by that move, so that it has to be there if the move is. */
const compareLeftAnswers = (notes: readonly Note[], exam: ComparedExam, log: readonly StoredActivity[]): Fault[] => {
  const logged = exam.questionIds.map(
    (id, number) =>
      new Set(
        log.flatMap(({ type, value }) => {
          const read = answerActivity.safeParse(value)
          if (type !== types.localAnswer || !read.success || read.data.questionId !== id) return []
          return [loggedAnswer(read.data.value, exam.isTyped[number] ?? false)]
        }),
      ),
  )
  const standing = new Map<number, string>(exam.questionIds.map((_, number) => [number, '']))
  const entered = new Map<number, string>()
  const missing = new Map<string, Fault>()
  const pageGoes: readonly Note['what'][] = ['cut short', 'changed device', 'opened', 'signed in', 'struck']
  for (const note of notes) {
    // What a page that went away held, the next one has from its store, and logs no more.
    if (pageGoes.includes(note.what)) entered.clear()
    // After a crash it may be less than was entered: who takes a bookmark away there answers nothing.
    else if (note.what === 'seen') standing.set(note.question, withoutBookmark(note.value))
    else if (note.what === 'entered') {
      const answer = withoutBookmark(note.value)
      // A bookmark is no answer.
      if (answer !== standing.get(note.question)) entered.set(note.question, answer)
      standing.set(note.question, answer)
    } else if (note.what === 'moved' && !isExcused(notes, note)) {
      for (const [question, answer] of entered)
        if (!logged[question]?.has(answer))
          missing.set(`${question} ${answer}`, {
            kind: 'log',
            question,
            detail: `“${answer}” is not in the log, though it was left`,
          })
      entered.clear()
    }
  }
  return [...missing.values()]
}

/**
 * Compares the activity log with what the learner did. What a browser has not sent yet is missing without fault: only finishing
 * sends all, and only what this device logged. `isWhole`: nothing else may have taken anything out of it.
 */
export const compareLog = (
  notes: readonly Note[],
  exam: ComparedExam,
  stored: Stored,
  { hasSteadyClock, isWhole }: { readonly hasSteadyClock: boolean; readonly isWhole: boolean },
): Fault[] => {
  const log = stored.activities
  const isSent = isWhole && notes.some(({ what }) => what === 'finished')
  const isOneDevice = new Set(notes.map(({ device }) => device)).size === 1
  const times = (wanted: number) => log.filter(({ type }) => type === wanted).length
  const faults: Fault[] = []
  if (times(types.startExam) > 1) faults.push({ kind: 'log', detail: `${times(types.startExam)} starts` })
  // Who is given time that they couldn't know of finishes, and again at the end.
  const finishes = 1 + notes.filter((note) => note.what === 'struck' && note.kind === 'time given while away').length
  if (times(types.finishExam) > finishes) faults.push({ kind: 'log', detail: `${times(types.finishExam)} finishes` })
  return [
    ...faults,
    ...compareMoves(notes, exam, log, isSent && isOneDevice),
    ...(hasSteadyClock && isOneDevice ? compareOrder(notes, exam, log) : []),
    ...compareLoggedAnswers(notes, exam, log),
    ...(isSent && isOneDevice ? compareLeftAnswers(notes, exam, log) : []),
  ]
}
