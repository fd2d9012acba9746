import type { CodeStart } from '@sitwell/contract/code-messages'
import { codePage } from '@sitwell/contract/code-page'
import type { CustomCode, ExamFiles } from '@sitwell/question-types/panels'
import { Button } from '@sitwell/ui/button.tsx'
import { classNames } from '@sitwell/ui/class-names.ts'
import { useEffect, useRef, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import { useLaterMessages } from '../preload/later-messages.ts'
import styles from './code-task.module.css'
import { talkWithCode } from './talk-with-code.ts'

/** CSS pixels of the frame: what is higher scrolls within it. */
const leastHeight = 48
const mostHeight = 4000
/** Milliseconds for which an answer is still taken that was on its way out of the frame when the learner continued. */
const underWayMs = 10_000

export interface CodeTaskProps {
  readonly code: CustomCode
  readonly files: ExamFiles
}

const wait = (callback: () => void, ms: number) => {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

const lookOf = ({ theme }: CustomCode) => {
  const { lang, dir } = document.documentElement
  return { language: lang, direction: dir, theme: theme() }
}

const heldIn = (value: string): { readonly response: unknown; readonly state: unknown } =>
  value === '' ? { response: null, state: null } : JSON.parse(value)

const startOf = async (code: CustomCode, files: ExamFiles): Promise<CodeStart> => {
  const { type, module, modules, properties, markup, isLocked } = code
  const loaded = code.files.map(async ({ name, src }) => {
    const blob = await files.read(src)
    if (!blob) throw new Error(`The file "${name}" could not be loaded.`)
    return { name, blob }
  })
  const { response, state } = heldIn(code.value)
  return {
    ...{ type, module, modules, properties, markup, isLocked, state },
    files: await Promise.all(loaded),
    response: { name: code.response, value: response },
    look: lookOf(code),
  }
}

/** Its frame, for as long as it works; a new one begins with what is kept of the answer. */
const CodeFrame = ({
  code,
  files,
  origin,
  onFailed,
}: CodeTaskProps & { readonly origin: string; onFailed(why: string): void }) => {
  const words = useLaterMessages()
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState<number>()
  const [isReady, setReady] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const latest = useRef({ code, files, onFailed })
  useEffect(() => {
    latest.current = { code, files, onFailed }
  })
  const talk = useRef<ReturnType<typeof talkWithCode>>(undefined)
  useEffect(() => {
    if (!frame.current) return
    let hasLeft = false
    const talking = talkWithCode(
      {
        ...{ frame: frame.current, origin, page: window, wait, title: latest.current.code.label },
        start: () => startOf(latest.current.code, latest.current.files),
      },
      {
        ready: () => setReady(true),
        answer: (json) => {
          const isTaken = latest.current.code.onAnswer(json)
          if (!hasLeft) setRefused(!isTaken)
        },
        refused: () => setRefused(true),
        height: (pixels) => setHeight(Math.min(mostHeight, Math.max(leastHeight, Math.ceil(pixels)))),
        failed: (why) => {
          if (!hasLeft) latest.current.onFailed(why)
        },
      },
    )
    talk.current = talking
    // A theme that is chosen while it is shown reaches it too.
    const themes = new MutationObserver(() => talking.look(lookOf(latest.current.code)))
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'class', 'data-theme'] })
    return () => {
      hasLeft = true
      themes.disconnect()
      // What the learner did just before they continued is heard after the question has gone.
      setTimeout(talking.stop, underWayMs)
    }
  }, [origin])
  const { isLocked } = code
  useEffect(() => {
    // What it came to hold while nothing was taken of it.
    if (!isLocked) talk.current?.ask()
  }, [isLocked])
  return (
    <>
      <iframe
        ref={frame}
        title={code.label}
        aria-labelledby={code.labelledBy}
        className={classNames(styles.frame, isLocked && styles.locked)}
        sandbox="allow-scripts allow-same-origin"
        referrerPolicy="no-referrer"
        allow=""
        src={`${origin}${codePage}`}
        inert={isLocked}
        style={height === undefined ? undefined : { blockSize: height }}
        data-testid="code-frame"
      />
      <p role="status" className={styles.status}>
        {!isReady && words?.('code.starting')}
      </p>
      <div role="alert" className={styles.alert}>
        {isRefused && words?.('code.tooLarge')}
      </div>
    </>
  )
}

/** Code of a question's author; where it fails, what the learner can do. */
const CodeTask = ({ code, files }: CodeTaskProps) => {
  const words = useLaterMessages()
  const { reportError } = usePlayer()
  const [attempt, setAttempt] = useState(0)
  const [isFailed, setFailed] = useState(false)
  const { codeOrigin: origin } = files
  // At the player's own origin it would reach all that the player keeps.
  const isApart = origin !== undefined && origin !== location.origin
  const fail = (why: string) => {
    setFailed(true)
    files.noteFailure(`${code.label}: ${why}`)
    reportError(new Error(`${code.type}: ${why}`), 'code of a question')
  }
  if (isApart && !isFailed) return <CodeFrame key={attempt} code={code} files={files} origin={origin} onFailed={fail} />
  return (
    <div role="alert" className={styles.failed}>
      <p>{words?.('code.failed')}</p>
      {isApart && (
        <Button
          onPress={() => {
            setFailed(false)
            setAttempt(attempt + 1)
          }}
        >
          {words?.('code.again')}
        </Button>
      )}
    </div>
  )
}
export default CodeTask
