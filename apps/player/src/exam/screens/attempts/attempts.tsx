import { type AttemptState, attemptsOfQuestion, type Question } from '@sitwell/contract'
import { Button } from '@sitwell/ui/button.tsx'
import { Html } from '@sitwell/ui/html.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import { useAnswered } from '../../session/run/use-answer.ts'
import { type LaterMessages, useLaterMessages } from '../preload/later-messages.ts'
import styles from './attempts.module.css'
import { type Made, makeAttempt } from './make-attempt.ts'
import { unheardIn } from './unheard-attempts.ts'

/** How questions stand since this page was loaded: a question is shown again each time that somebody comes to it. */
const statesOf = new WeakMap<FormRun, Map<string, AttemptState>>()

const knownIn = (formRun: FormRun): Map<string, AttemptState> => {
  const known = statesOf.get(formRun) ?? new Map<string, AttemptState>()
  statesOf.set(formRun, known)
  return known
}

type Problem = Exclude<Made['kind'], 'made'> | 'unanswered'

interface Props {
  readonly question: Question
  readonly formRun: FormRun
  readonly mayAnswer: boolean
  /** Whether the answer may not be changed: it is being checked, or the question is closed. */
  onHold(isHeld: boolean): void
}

/** What was said after the last attempt, as it is read out once it comes. */
const Told = ({ state, text }: { readonly state: AttemptState; readonly text: LaterMessages }) => (
  <>
    <p className={styles.heading}>{text('attempts.after', { count: state.count })}</p>
    {state.feedback.map(({ title, html }, at) => (
      // Of one attempt, and never in another order.
      // biome-ignore lint/suspicious/noArrayIndexKey: two of them may read the same
      <div key={`${state.count}-${at}`} className={styles.feedback}>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        <Html html={html} />
      </div>
    ))}
    {state.feedback.length === 0 && <p>{text('attempts.checked')}</p>}
    {state.isClosed && (
      <p className={styles.closed}>
        <Icon name="check" />
        {text('attempts.closed')}
      </p>
    )}
  </>
)

const problemIds = {
  unreachable: 'attempts.unreachable',
  refused: 'attempts.refused',
  unanswered: 'attempts.unanswered',
} as const satisfies Record<Problem, string>

/** Has the answer to a question checked while the exam continues, and shows what was said of it. */
const Attempts = ({ question, formRun, mayAnswer, onHold }: Props) => {
  const { api, reportError } = usePlayer()
  const text = useLaterMessages()
  const { most, endings, state: atLoading } = useMemo(() => attemptsOfQuestion.parse(question.attempts), [question])
  const [state, setState] = useState(() => knownIn(formRun).get(question.id) ?? atLoading)
  /** The button whose attempt is under way: its place among the endings, or that which checks. */
  const [pending, setPending] = useState<number | 'check'>()
  const [problem, setProblem] = useState<Problem>()
  const answered = useAnswered(formRun, question)
  const told = useRef<HTMLElement>(null)
  const isClosed = state?.isClosed ?? false
  const isHeld = isClosed || pending !== undefined
  useLayoutEffect(() => onHold(isHeld), [isHeld, onHold])
  const isShown = useRef(true)
  const whole = useRef<HTMLElement>(null)
  const atFirst = useRef({ state, problem })
  // In a low window what is said comes below its edge.
  useEffect(() => {
    if (state !== atFirst.current.state || problem !== atFirst.current.problem)
      whole.current?.scrollIntoView({ block: 'nearest' })
  }, [state, problem])
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  if (!text) return null

  const end = (made: Made) => {
    if (made.kind === 'made') {
      unheardIn(formRun).heard(question.id)
      knownIn(formRun).set(question.id, made.state)
    }
    if (!isShown.current) return
    setPending(undefined)
    if (made.kind === 'made') {
      setState(made.state)
      // Its buttons go: whoever pressed one by the keyboard continues from what was said.
      if (made.state.isClosed) told.current?.focus({ preventScroll: true })
    } else setProblem(made.kind)
  }
  const attempt = async (ending: number | undefined) => {
    if (pending !== undefined) return
    if (ending === undefined && answered === 'not') {
      setProblem('unanswered')
      return
    }
    setProblem(undefined)
    setPending(ending ?? 'check')
    const wanted = { questionId: question.id, ending, requestId: unheardIn(formRun).idOf(question.id, ending) }
    try {
      end(await makeAttempt(api, formRun, wanted))
    } catch (error) {
      reportError(error, 'check an answer')
      end({ kind: 'unreachable' })
    }
  }
  const left = state ? state.left : most
  return (
    <section
      ref={whole}
      className={styles.attempts}
      data-attempts={state?.count ?? 0}
      data-closed={isClosed}
      data-pending={pending !== undefined}
    >
      {!isClosed && (
        <div className={styles.buttons}>
          <Button
            isPending={pending === 'check'}
            isDisabled={!mayAnswer || pending !== undefined}
            onPress={() => void attempt(undefined)}
          >
            {text('attempts.check')}
          </Button>
          {endings.map((title, at) => (
            <Button
              key={title}
              variant="quiet"
              isPending={pending === at}
              isDisabled={!mayAnswer || pending !== undefined}
              onPress={() => void attempt(at)}
            >
              <bdi>{title}</bdi>
            </Button>
          ))}
          {left !== undefined && <p className={styles.left}>{text('attempts.left', { left })}</p>}
        </div>
      )}
      <p role="alert" className={styles.problem}>
        {problem && (
          <>
            <Icon name="alert" />
            <span>{text(problemIds[problem])}</span>
          </>
        )}
      </p>
      <section
        ref={told}
        tabIndex={-1}
        role="status"
        className={state ? styles.told : undefined}
        aria-busy={pending !== undefined}
      >
        {state && <Told state={state} text={text} />}
      </section>
    </section>
  )
}

export default Attempts
