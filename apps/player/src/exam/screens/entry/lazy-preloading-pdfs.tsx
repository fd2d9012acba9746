import type { ComponentProps } from 'react'
import { Preloaded, preloadable } from '../preload/preloadable.tsx'
import type PreloadingPdfs from './preloading-pdfs.tsx'

type PreloadingPdfsProps = ComponentProps<typeof PreloadingPdfs>
const code = preloadable<PreloadingPdfsProps>(() => import('./preloading-pdfs.tsx'))

/** What is shown while an exam's documents load: most exams have none. */
export const loadPreloadingPdfs = code.load

/** Shown at once where its code was loaded. */
export const LazyPreloadingPdfs = (props: PreloadingPdfsProps) => <Preloaded code={code} props={props} />
