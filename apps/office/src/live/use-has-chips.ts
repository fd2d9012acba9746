import { mediaHook } from '../shell/media-hook.ts'

/** Whether there is room for a chip for each state of people; otherwise the states are a list. In a narrower window the chips, the search and the room would need more than two lines. */
export const useHasChips = mediaHook('(width >= 75rem)')
