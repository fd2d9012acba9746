import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import { fileResolver, filesOfExam } from '../../content/files-of-exam.ts'
import type { ExamRun } from '../../session/run/use-exam-run.ts'
import { documentFinder, documentKey, type ExamDocument, linkedDocument } from './exam-document.ts'

/** The same for each question: what reads texts changes with them, and all texts on the page with that. */
const none: readonly ExamDocument[] = []

/** The documents of the question where the learner is, and which of them is open; `isInPlace` where it hides the question. */
export const useDocuments = (run: ExamRun, isInPlace: boolean) => {
  const player = usePlayer()
  const { visit, formRun, moves } = run
  const { exam, files } = visit
  const { questionId } = moves
  const reading = formRun.documents
  const pdfs = useMemo(() => filesOfExam(player, exam).pdfs, [player, exam])
  const find = useMemo(
    () => (pdfs.length === 0 ? () => none : documentFinder(exam, pdfs, fileResolver(player, exam))),
    [player, exam, pdfs],
  )
  const documents = useMemo(() => find(questionId), [find, questionId])
  const [openKey, setOpenKey] = useState(() => reading.open())
  /** Opening it takes the focus there; finding it open on another question, or on a page loaded again, doesn't. */
  const justOpened = useRef(false)
  const shown = documents.find((document) => documentKey(document) === openKey)

  const show = useCallback(
    (document: ExamDocument | undefined) => {
      const key = document && documentKey(document)
      justOpened.current = document !== undefined
      setOpenKey(key)
      reading.setOpen(key)
    },
    [reading],
  )
  const shownAt = useRef(questionId)
  useEffect(() => {
    if (shownAt.current === questionId) return
    shownAt.current = questionId
    justOpened.current = false
    // Whoever continues to a question wants to see it.
    if (isInPlace) show(undefined)
  }, [questionId, show, isInPlace])

  const close = () => {
    const { address } = shown ?? {}
    show(undefined)
    // The question may have been out of sight; its documents are back with the next painting.
    requestAnimationFrame(() => {
      const openers = document.querySelectorAll<HTMLElement>('[data-document]')
      ;[...openers].find((opener) => opener.dataset.document === address)?.focus()
    })
  }
  return {
    documents,
    shown,
    show,
    close,
    takesFocus: justOpened.current,
    /** Opens the document that a link of a text leads to; false if it leads elsewhere. */
    openLink: useCallback(
      (address: string) => {
        const linked = linkedDocument(documents, files, address)
        if (linked) show(linked)
        return linked !== undefined
      },
      [documents, files, show],
    ),
  }
}
