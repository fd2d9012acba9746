import { behindPaint } from '@sitwell/layer/after-paint.ts'
import { type ComponentProps, useEffect, useSyncExternalStore } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import { laterCode } from '../preload/later-code.ts'
import { pageOfCode } from '../preload/page-of-code.ts'
import type { ExamDay } from './exam-day.tsx'

const code = laterCode(() => import('./exam-day.tsx'), pageOfCode)

/** What comes to an exam's pages on its day; its code is loaded behind the first question. */
export const LazyExamDay = (props: ComponentProps<typeof ExamDay>) => {
  const { reportError } = usePlayer()
  const day = useSyncExternalStore(code.subscribe, code.get)
  useEffect(() => behindPaint(() => void code.load((error) => reportError(error, 'exam day'))), [reportError])
  return day && <day.ExamDay {...props} />
}
