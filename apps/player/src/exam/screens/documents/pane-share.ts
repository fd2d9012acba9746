/** Parts of the room that a source may have beside its question, or above it: both stay large enough to read. */
export const leastShare = 0.3
export const mostShare = 0.7
/** What an arrow key moves it by. */
export const shareStep = 0.05
export const usualShare = 0.46
/** Above the question a little less, since a window is lower than it is wide. */
export const usualHeight = 0.38

export const shareWithin = (share: number, usual: number = usualShare): number =>
  Number.isFinite(share) ? Math.min(Math.max(leastShare, share), mostShare) : usual
