import { mediaHook } from '../shell/media-hook.ts'

/** Whether there is room for a column next to the table. The width is the same as in the styles of the side panel. */
export const useHasAside = mediaHook('(width >= 64rem)')
