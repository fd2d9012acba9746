import type { ComponentProps } from 'react'
import type SebPage from '../../proctoring/seb/seb-page.tsx'
import { Preloaded, preloadable } from '../preload/preloadable.tsx'

type SebPageProps = ComponentProps<typeof SebPage>
const code = preloadable<SebPageProps>(() => import('../../proctoring/seb/seb-page.tsx'))

/** The page that leads to another browser: most exams need none, and never load it. */
export const loadSebPage = code.load

/** Shown at once where its code was loaded. */
export const LazySebPage = (props: SebPageProps) => <Preloaded code={code} props={props} />
