"""The network of a policy."""

from agents.network import build


def test_policy_and_value_share_the_first_layer_only():
    net = build(20, 30, (16, 8))
    assert net.pi_features_extractor is net.vf_features_extractor
    weights = {name: tuple(w.shape) for name, w in net.named_parameters() if w.ndim == 2}
    assert weights == {
        "features_extractor.layers.1.weight": (16, 20),
        "mlp_extractor.policy_net.0.weight": (8, 16),
        "mlp_extractor.value_net.0.weight": (8, 16),
        "action_net.weight": (30, 8),
        "value_net.weight": (1, 8),
    }
