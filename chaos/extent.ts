/** `script/test --everything` sets it. */
const variable = 'SITWELL_TEST_EVERYTHING'

/** Whether the tests play all seeds and remove every safeguard; otherwise they play a few, and remove what a change touches. */
export const playsEverything: boolean = (process.env[variable] ?? '') !== ''
