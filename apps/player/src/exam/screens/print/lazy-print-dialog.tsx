import { lazy } from 'react'

const load = () => import('./print-dialog.tsx')

/** The dialog of printing; exams that print nothing never load it. */
export const LazyPrintDialog = lazy(load)

/** Loads its code ahead: who presses Print without a network is told so, and keeps their exam. */
export const loadPrintDialog = async (): Promise<void> => void (await load())
