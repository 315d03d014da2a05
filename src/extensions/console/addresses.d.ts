/** URLs of the endpoints, which `vite.config.mjs` generates from the endpoint objects. */
declare module 'virtual:addresses' {
  const addresses: import('../../extensions/api.js').Addresses;
  export default addresses;
}
