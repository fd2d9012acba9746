import { mediaHook } from './media-hook.ts'

/** Whether the window has no room for the navigation at the side. The width is the same as in the styles of the frame. */
export const useIsNarrow = mediaHook('(width <= 56.25rem)')
