import { useEffect, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import { scenarioAt } from '../../content/scenario-of.ts'
import type { ExamRun } from '../../session/run/use-exam-run.ts'
import type { ExamDocument } from '../documents/exam-document.ts'
import { shareWithin, usualHeight, usualShare } from '../documents/pane-share.ts'
import type { useDocuments } from '../documents/use-documents.ts'
import { questionPaneId } from './pane-ids.ts'
import type { WorkLayout } from './work-layout.ts'

/** Whether the focus is where a keyboard on the screen types. */
const isTyping = () =>
  globalThis.document.activeElement?.closest(`#${questionPaneId} :is(input, textarea, [contenteditable="true"])`) != null

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

  /** A keyboard came up on the screen: it made the window so low that a document would take the place of what is typed. */
  const [isHeldBack, setHeldBack] = useState(false)
  const [wasInPlace, setWasInPlace] = useState(isInPlace)
  if (wasInPlace !== isInPlace) {
    setWasInPlace(isInPlace)
    setHeldBack(isInPlace && isTyping())
  }
  const opened = documents.shown
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever opens another one wants to see it
  useEffect(() => setHeldBack(false), [opened?.address])
  const document = isHeldBack ? undefined : opened

  const isBeside = layout.source === 'beside'
  const usual = isBeside ? usualShare : usualHeight
  const [shares, setShares] = useState(() => ({
    beside: shareWithin(reading.share() ?? usualShare),
    above: shareWithin(reading.height() ?? usualHeight, usualHeight),
  }))
  const isScenarioShown = !document && scenarioHtml !== '' && (isInPlace ? isTabOpen : isOpen)
  return {
    scenarioHtml,
    isScenarioShown,
    /** Nothing is shown, and the room for it stays free: the question keeps its place. */
    isKeptFree: layout.keepsSource && !document && scenarioHtml === '' && isOpen,
    /** Something is shown besides the question, or in its place. */
    isShown: document !== undefined || isScenarioShown,
    document,
    showDocument(wanted: ExamDocument | undefined) {
      setHeldBack(false)
      documents.show(wanted)
    },
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
