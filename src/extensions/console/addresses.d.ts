/** Addresses of the endpoints; `vite.config.mjs` generates it from the endpoint objects. */
declare module 'virtual:addresses' {
  const addresses: import('../../extensions/api.js').Addresses;
  export default addresses;
}
