"""PyTorch and JAX look at a batch's arrays without a copy, and choose its actions."""

import numpy as np
import pytest

from quatuor import QuatuorError
from quatuor.envs.batch import Batch

pytestmark = pytest.mark.slow


@pytest.fixture
def batch() -> Batch:
    batch = Batch("symbiose", 2, 8)
    batch.reset(1)
    return batch


def test_pytorch_shares_the_arrays_and_chooses_actions(batch: Batch) -> None:
    import torch

    observations, masks = torch.from_numpy(batch.observations), torch.from_dlpack(batch.masks)
    assert observations.data_ptr() == batch.observations.ctypes.data
    for _ in range(40):
        before = observations.clone()
        batch.step(masks.float().multinomial(1)[:, 0])
        assert (observations != before).any()
        assert (observations.numpy() == batch.observations).all()


def test_tensors_with_gradients_are_no_actions(batch: Batch) -> None:
    import torch

    with pytest.raises(QuatuorError, match="a step takes 8 actions as an array of int16, int32 or int64; got"):
        batch.step(torch.zeros(8, requires_grad=True))


def test_jax_shares_the_arrays_and_chooses_actions(batch: Batch) -> None:
    import jax
    import jax.numpy as jnp

    masks = jax.dlpack.from_dlpack(batch.masks)
    assert masks.unsafe_buffer_pointer() == batch.masks.ctypes.data
    for _ in range(40):
        # JAX takes an array for one that never changes: what it computes must be done before the next step.
        actions = jax.block_until_ready(jnp.argmax(jax.dlpack.from_dlpack(batch.masks), axis=1))
        batch.step(np.asarray(actions))
    assert (batch.seeds > 8).any()
