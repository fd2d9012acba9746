import { lazy } from 'react'

const load = () => import('./review-page.tsx')

/** What comes after the last question; an exam is painted before it is there. */
export const LazyReviewPage = lazy(load)

/** Loads its code ahead: a learner comes to the end without a network too. */
export const loadReviewPage = async (): Promise<void> => void (await load())
