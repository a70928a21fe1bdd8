// Adds two vectors on the device.
#include <cstdio>
#include <cuda_runtime.h>

#define BLOCK 256

__constant__ float scale = 2.0f;

__device__ float combine(float a, float b) {
  return scale * (a + b);
}

__global__ void add(const float *a, const float *b, float *out, int n) {
  __shared__ float tile[BLOCK];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    tile[threadIdx.x] = combine(a[i], b[i]);
    __syncthreads();
    out[i] = tile[threadIdx.x]; /* one value each */
  }
}

static bool check(cudaError_t status, const char *where) {
  if (status == cudaSuccess) return true;
  std::printf("%s: \"%s\" {\n", where, cudaGetErrorString(status));
  return false;
}

int main() {
  const int n = 1 << 10;
  float *a = nullptr, *b = nullptr, *out = nullptr;
  if (!check(cudaMallocManaged(&a, n * sizeof(float)), "a")) return 1;
  cudaMallocManaged(&b, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; i++) {
    a[i] = 1.5f;
    b[i] = static_cast<float>(i);
  }
  add<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(a, b, out, n);
  check(cudaDeviceSynchronize(), "add (done)");
  std::printf("%f\n", out[n - 1]);
  cudaFree(a);
  cudaFree(b);
  cudaFree(out);
  return 0;
}
