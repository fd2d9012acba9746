import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import { Messages } from '../../../day/messages.tsx'
import { MonitorLost } from '../../proctoring/monitor-lost.tsx'
import { useExamDay } from '../../session/day/use-exam-day.ts'
import type { ExamRun } from '../../session/run/use-exam-run.ts'
import { laterCode } from '../preload/later-code.ts'
import { type LaterMessages, loadLaterMessages } from '../preload/later-messages.ts'
import { pageOfCode } from '../preload/page-of-code.ts'
import { GivenTime } from '../time/given-time.tsx'
import { RestButton } from './rest-button.tsx'

/** What is said here, asked for until it comes. */
const useWords = (): LaterMessages | undefined => {
  const { language, reportError } = usePlayer()
  const words = useMemo(() => laterCode(() => loadLaterMessages(language), pageOfCode), [language])
  useEffect(() => void words.load((error) => reportError(error, 'exam day')), [words, reportError])
  return useSyncExternalStore(words.subscribe, words.get)
}

/** What the day of an exam brings to its pages beside the exam itself: messages of invigilators, rest breaks, and what the page reports to them. */
export const ExamDay = ({ run, isAnswering }: { readonly run: ExamRun; readonly isAnswering: boolean }) => {
  const { actions, rest } = useExamDay(run)
  const words = useWords()
  return (
    <>
      <MonitorLost live={run.live} examGuid={run.visit.exam.content.examGuid} isAnswering={isAnswering} />
      {words && (
        <>
          <Messages actions={actions} words={words} />
          <GivenTime live={run.live} isAnswering={isAnswering} words={words} />
          <RestButton rest={rest} mayRest={run.mayMove && run.state.matches('exam_running')} words={words} />
        </>
      )}
    </>
  )
}
