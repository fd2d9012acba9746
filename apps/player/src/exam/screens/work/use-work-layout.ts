import { asksForFiles } from '@sitwell/question-types/rules'
import { textScale } from '@sitwell/ui/text-scale.ts'
import { useMemo, useSyncExternalStore } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import { filesOfExam } from '../../content/files-of-exam.ts'
import type { LoadedExam } from '../../content/loaded-exam.ts'
import { hasScenario } from '../../content/scenario-of.ts'
import { hasTools } from '../../content/tools-of-question.ts'
import { toolsPx, type WorkLayout, workLayout } from './work-layout.ts'

const subscribe = (listener: () => void) => {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

/** What stands beside questions, anywhere in the exam. */
const besideQuestions = (exam: LoadedExam) => {
  const takesFiles = [...exam.questions.values()].some(asksForFiles)
  return {
    toolsPx: takesFiles ? toolsPx.uploads : hasTools(exam) ? toolsPx.calculator : toolsPx.none,
    hasScenario: hasScenario(exam),
  }
}

/** Where things are in this window, and the pixels that the exam's tools are given. Changes only if something moves. */
export const useWorkLayout = (exam: LoadedExam): WorkLayout & { readonly toolsPx: number } => {
  const player = usePlayer()
  const given = useMemo(() => {
    const { hasScenario, toolsPx } = besideQuestions(exam)
    return { toolsPx, hasScenario, hasSource: hasScenario || filesOfExam(player, exam).pdfs.length > 0 }
  }, [player, exam])
  const now = () => {
    // Not the window's own size, which is smaller in Safari while somebody has zoomed in with two fingers.
    const { clientWidth, clientHeight } = document.documentElement
    return workLayout({ widthPx: clientWidth, heightPx: clientHeight, textScale: textScale() }, given)
  }
  const layout = useSyncExternalStore(subscribe, () => Object.values(now()).join())
  // biome-ignore lint/correctness/useExhaustiveDependencies: it says when what is read here is another
  return useMemo(() => ({ ...now(), toolsPx: given.toolsPx * textScale() }), [layout, given])
}
