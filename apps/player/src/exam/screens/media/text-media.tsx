import type { ContentMedia } from '@sitwell/ui/html-reading.tsx'
import { LazyTextMedium } from '../film/lazy-films.tsx'
import { EnlargePicture } from './enlarge-picture.tsx'

/** The controls of a picture, a sound or a film in a text of the exam. */
export const TextMedia = ({ element }: { readonly element: ContentMedia }) =>
  element instanceof HTMLImageElement ? <EnlargePicture image={element} /> : <LazyTextMedium element={element} />
