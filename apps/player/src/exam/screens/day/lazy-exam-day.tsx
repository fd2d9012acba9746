import { behindPaint } from '@sitwell/layer/after-paint.ts'
import { type ComponentProps, useEffect, useSyncExternalStore } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { ExamRun } from '../../session/run/use-exam-run.ts'
import { laterCode } from '../later/later-code.ts'
import { pageOfCode } from '../later/page-of-code.ts'
import type { GivenTime } from './exam-day.tsx'

const code = laterCode(() => import('./exam-day.tsx'), pageOfCode)
const useCode = () => useSyncExternalStore(code.subscribe, code.get)

/** What comes to an exam's pages on its day; its code is loaded behind the first question. */
export const LazyExamDay = (props: { readonly run: ExamRun }) => {
  const { reportError } = usePlayer()
  const day = useCode()
  useEffect(() => behindPaint(() => void code.load((error) => reportError(error, 'exam day'))), [reportError])
  return day && <day.ExamDay {...props} />
}

/** Time that staff give or take back, told once the code for it is there. */
export const LazyGivenTime = (props: ComponentProps<typeof GivenTime>) => {
  const day = useCode()
  return day && <day.GivenTime {...props} />
}
