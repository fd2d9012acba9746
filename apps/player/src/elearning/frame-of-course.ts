/**
 * What the frame of a course may do: its own scripts, forms, storage and dialogs. Many courses ask with `confirm()` whether to continue where
 * their learner was, and read no as the answer if they may not ask (decision 127). No windows, no way to the page around it.
 */
export const allowedInFrame = 'allow-scripts allow-same-origin allow-forms allow-modals'
