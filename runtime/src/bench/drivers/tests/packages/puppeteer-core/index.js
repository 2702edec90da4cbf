// A stand-in for the framework that only connects.

export default {
  async connect({ browserWSEndpoint, defaultViewport }) {
    const viewport = JSON.stringify(defaultViewport);
    return {
      version: async () => "Chrome/1",
      userAgent: async () => `${browserWSEndpoint} ${viewport}`,
      disconnect: async () => {},
    };
  },
};
