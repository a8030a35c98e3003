/** What is beside the board on a wide screen and behind tabs on a phone. */
export { default as Log } from '../log/Log.svelte'
export { default as People } from './People.svelte'
