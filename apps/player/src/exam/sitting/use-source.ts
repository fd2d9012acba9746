import { useEffect, useState } from 'react'
import { usePlayer } from '../../api/player-context.tsx'
import { shareWithin, usualHeight, usualShare } from '../documents/pane-share.ts'
import type { useDocuments } from '../documents/use-documents.ts'
import { scenarioAt } from './scenario-of.ts'
import type { ExamRun } from './use-exam-run.ts'
import type { WorkLayout } from './work-layout.ts'

/** What is read for the question where the learner is, and which of it shows; where it shows. */
export const useSource = (run: ExamRun, layout: WorkLayout, documents: ReturnType<typeof useDocuments>) => {
  const { rememberScenario } = usePlayer().settings
  const { questionId, together } = run.moves
  const reading = run.formRun.documents
  const scenarioHtml = scenarioAt(run.visit.exam, questionId, together)
  const isInPlace = layout.source === 'tab'
  const [isOpen, setOpen] = useState(true)
  /** On a phone, where it would hide the question, the learner opens it. */
  const [isTabOpen, setTabOpen] = useState(false)
  const shownPage = together?.id ?? questionId
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each page
  useEffect(() => {
    setTabOpen(false)
    if (!rememberScenario) setOpen(true)
  }, [shownPage, rememberScenario])

  const isBeside = layout.source === 'beside'
  const usual = isBeside ? usualShare : usualHeight
  const [shares, setShares] = useState(() => ({
    beside: shareWithin(reading.share() ?? usualShare),
    above: shareWithin(reading.height() ?? usualHeight, usualHeight),
  }))
  const isScenarioShown = !documents.shown && scenarioHtml !== '' && (isInPlace ? isTabOpen : isOpen)
  return {
    scenarioHtml,
    isScenarioShown,
    /** Something is shown besides the question, or in its place. */
    isShown: documents.shown !== undefined || isScenarioShown,
    isInPlace,
    isBeside,
    share: isBeside ? shares.beside : shares.above,
    usual,
    changeShare(changed: number) {
      setShares((before) => ({ ...before, [isBeside ? 'beside' : 'above']: changed }))
      if (isBeside) reading.setShare(changed)
      else reading.setHeight(changed)
    },
    showScenario(isWanted: boolean) {
      documents.show(undefined)
      if (isInPlace) setTabOpen(isWanted)
      else setOpen(isWanted)
    },
    showQuestion() {
      documents.show(undefined)
      setTabOpen(false)
    },
  }
}

export type Source = ReturnType<typeof useSource>
